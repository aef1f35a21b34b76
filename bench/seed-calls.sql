-- Two calls of each lead, to twenty numbers of each business. Run by the administrator after seed.sql.
set session_replication_role = replica;
set synchronous_commit = off;
set maintenance_work_mem = '512MB';

insert into connections (business_id, id, provider, account)
select b, b, 'twilio', 'AC' || md5(b::text) from unnest($businesses::uuid[]) b;
insert into virtual_numbers (business_id, id, connection_id, campaign_id, phone, provider_sid, label, routing)
select b, c, b, c, '+97272' || lpad((i * 100 + j)::text, 7, '0'), 'PN' || md5(b::text || c::text), 'Number ' || j,
  '{"ring":{"mode":"together","seconds":20,"knownFirst":true,"targets":[{"kind":"phone","phone":"+972501111111","userId":null}]},
    "recording":true,"announcement":{"isOn":false,"text":""},"whisper":{"isOn":false,"text":""},"screening":false,
    "noAnswer":{"kind":"hangup","text":""},"hours":null,"outside":{"kind":"hangup","text":""},"language":"he"}'
from unnest($businesses::uuid[]) with ordinality as x(b, i), unnest($campaigns::uuid[]) with ordinality as y(c, j);

insert into calls (business_id, id, connection_id, provider_sid, number_id, campaign_id, lead_id, caller, called, is_first_time,
  state, status, reason, started_at, answered_at, ended_at, ring_s, talk_s, total_s, answered_by, is_abandoned, has_recording,
  recording)
select business_id, uuidv7(started_at - now()), business_id, 'CA' || md5(id::text || nth), campaign_id, campaign_id, id, phone,
  '+972720000101', nth = 1, 'ended', status, 'bridged', started_at,
  case when status = 'Answered' then started_at + interval '8 seconds' end, started_at + interval '90 seconds',
  8, case when status = 'Answered' then 82 else 0 end, 90, case when status = 'Answered' then business_id end,
  status = 'Caller Canceled' and dice % 2 = 0, status = 'Answered' and dice % 3 > 0,
  case when status = 'Answered' and dice % 3 > 0
    then '{"kind": "dial", "state": "stored", "seconds": 82, "channels": 2, "purgedAt": null}'::jsonb end
from (select l.business_id, l.id, l.campaign_id, l.phone, nth, l.created_at + (nth - 1) * interval '61 seconds' as started_at, dice,
    (array['Answered','Answered','Answered','Answered','Not Answered','Not Answered','Busy','Caller Canceled','Out of Time',
      'Not Active','Not Active','Unknown'])[1 + dice % 12] as status
  from leads l, generate_series(1, 2) nth, abs(hashtext(l.id::text || nth)) dice) calls;

select repair_call_counters(b, array(select d from call_day_drifts(b, '1900-01-01', '2200-01-01') d)) from unnest($businesses::uuid[]) b;
select repair_call_counters(b, array(select d from call_sum_drifts(b) d)) from unnest($businesses::uuid[]) b;
