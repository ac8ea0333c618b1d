-- What a vehicle's tyres are measured against, where it is not the usual: {max_temp (°C), nominal_pressure, max_pressure (bar)}.
alter table vehicles add column tire_parameters jsonb;
