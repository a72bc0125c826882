-- How many drivers a server has can be unknown: a race is not given up for want of drivers nobody could count. Room: hosting.

alter table servers alter column drivers drop not null, alter column drivers drop default;
