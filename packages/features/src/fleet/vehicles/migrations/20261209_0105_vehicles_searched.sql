-- What is stored for the search of vehicles is made anew where it holds other letters than those that were compared without their case before.
update vehicles set plate = plate where (plate || coalesce(serial, '') || coalesce(model, '')) ~ '[^\u0001-\u007f]';
