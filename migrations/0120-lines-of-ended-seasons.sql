-- Nobody waits for a seat of a season that has ended: who stood in line as it ended before this does not any more. Room: tournaments.

delete from tournament_entries e using tournaments t where t.id = e.tournament_id and t.status = 'FINISHED' and e.status = 'WAITING_LIST';
