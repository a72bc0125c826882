-- What people did about one event, out of all that its community did.

create index events_by_session on events ((data ->> 'sessionId'), seq) where actor_id is not null and (data ->> 'sessionId') is not null;
