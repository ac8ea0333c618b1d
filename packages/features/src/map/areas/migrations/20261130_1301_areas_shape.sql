-- An area may be a polygon or a corridor: null is a circle. The radius of another shape is that of a circle around it, which a release that knows circles alone draws.
alter table hubs add column shape jsonb;
alter table pois add column shape jsonb;
alter table area_shapes add column shape jsonb;
