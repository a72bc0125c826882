-- Laps are written once by the thousand and read whole: as text they take less than half the time to write, and none to be turned back. Whoever still runs the version before
-- reads and writes them as ever; best laps of shared cars it works out once it is replaced.
alter table result_laps alter column laps type json using laps::json;
