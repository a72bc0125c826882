-- A limit to the ping is at most 450 ms, or none (500): what stands between them is the highest there is, or its event could not be launched.
update sessions set options = jsonb_set(options, '{limits.MaxPing}', '450')
where game = 'r3e' and jsonb_typeof(options -> 'limits.MaxPing') = 'number'
  and (options -> 'limits.MaxPing')::numeric > 450 and (options -> 'limits.MaxPing')::numeric < 500;
