-- A penalty of a verdict stands no longer than its correction of the results: an admin who takes that back by hand takes it back. Room: protests.
update protest_penalties g set state = 'REVOKED', settled_at = c.revoked_at
from result_corrections c
where c.id = g.correction_id and c.revoked_at is not null and g.state = 'STANDS';
create index protest_penalties_by_correction on protest_penalties (correction_id) where correction_id is not null;
