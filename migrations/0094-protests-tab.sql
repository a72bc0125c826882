-- Whether the rules of its community, or of its season, take protests of an event at all: where they do not, its page has no tab of them
-- (product.md §2). Room: results; the room of protests says it.
alter table result_confirmations add column takes_protests boolean not null default true;

update result_confirmations c set takes_protests = false
from sessions s
left join tournament_sessions t on t.session_id = s.id
left join league_configs o on o.config_type = 'PROTEST_RULES' and o.scope = 'TOURNAMENT' and o.scope_entity_id = t.tournament_id
left join league_configs l on l.config_type = 'PROTEST_RULES' and l.scope = 'LEAGUE' and l.scope_entity_id = s.league_id
where s.id = c.session_id
  and coalesce(nullif(o.config, 'null'::jsonb), l.config) ->> 'enable_protest_rules' = 'false';
