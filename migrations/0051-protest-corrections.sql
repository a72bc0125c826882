-- A verdict's penalty of this race corrects its results, until an appeal turns it. Room: protests.

-- of result_corrections, which the room asks for by its door. null: of the next race, a warning, or of somebody whom the results do not know
alter table protest_penalties add column correction_id uuid;
