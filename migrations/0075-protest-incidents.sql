-- What of the log of its race a report is about, as it was written there when it was picked: {kind, value, detail}. Room: protests.

-- null: nobody picked one, or the game's files carry none
alter table protest_reports add column incident jsonb;
