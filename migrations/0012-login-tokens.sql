-- A login's token stands hashed from now on; those signed in stay so.
update login_sessions set token = encode(sha256(convert_to(token, 'UTF8')), 'hex');
alter table login_sessions rename column token to token_hash;
