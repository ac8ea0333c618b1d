-- How many vehicles a customer has is counted in the index alone.
create index vehicles_of_customer on vehicles (customer_id) where deleted_at is null;
