-- An event kept by hand has the password that somebody typed for its server, or none: those before this were generated, and nobody was told them.
-- One that was planned with a server and only became so has kept that server's.
alter table sessions add column has_server_password boolean not null default true;
update sessions set has_server_password = false where manual and options = '{}';
