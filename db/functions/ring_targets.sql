-- The phones that the calls of a number may ring, as RingTarget of the contract: those of its published call flow, else of its
-- own routing. Null: its flow also rings phones that it does not name, such as those of the campaign's people.
create function ring_targets(routing jsonb, flow jsonb) returns jsonb language sql immutable as $$
  select case
    when flow is null then routing #> '{ring,targets}'
    when flow @? '$.steps[*] ? (@.kind == "flow" || @.kind == "forward" || @.ring.whom.by == "campaign")' then null
    else jsonb_path_query_array(flow, '$.steps[*].ring.whom.targets[*]')
  end
$$;
