-- What the first of a season carry into its next race (docs/decisions/0028); null: nobody carries anything.
alter table tournaments add column success_ballast jsonb;
