-- how many stand above a driver, over all games; for each game driver_ratings_by_rank tells
create index rated_drivers_by_rank on rated_drivers (rank desc);
