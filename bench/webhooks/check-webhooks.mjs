/**
 * What must hold after a run, whatever the speed.
 * @param {import('./trial.mjs').WebhooksTrial} trial at rest
 * @param {Record<'all' | 'well', import('./endpoints.mjs').Endpoint[]>} endpoints `well`: of which no attempt ever failed
 * @returns {Promise<Record<string, string>>} by question: `yes`, or what is wrong
 */
export async function checkWebhooks(trial, { all, well }) {
  const { events, arrivals, receiver, deliveries } = trial;
  const missing = [...events.keys()].filter((id) => !arrivals.has(id)).length;
  const endpointOf = new Map(all.map(({ merchantId, id }) => [merchantId, id]));
  const pairs = [...events].map(([eventId, { merchantId }]) => ({ eventId, endpointId: endpointOf.get(merchantId) }));
  const [repeats, delivered, letters] = [
    await receiver.call('repeats'),
    await deliveries.countDelivered(pairs),
    await deliveries.countDeadLetters(),
  ];
  return {
    [`Each of ${events.size.toLocaleString('en')} events was taken by its endpoint`]: none(missing, 'are missing'),
    'None was sent again after it had been taken': none(repeats, 'were'),
    'All are in the log as delivered': none(events.size - delivered, 'are not'),
    'Where attempts succeed, each charge’s events came in order': none(countOvertaken(trial, well), 'were overtaken'),
    'Nothing was dead-lettered': none(letters, 'messages were'),
  };
}

const none = (count, what) => (count === 0 ? 'yes' : `${count} ${what}`);

/** Charges whose second event came before the first. */
function countOvertaken({ events, arrivals }, endpoints) {
  const merchantIds = new Set(endpoints.map(({ merchantId }) => merchantId));
  const firsts = new Map();
  for (const [id, { chargeId, sequence }] of events) if (sequence === 1) firsts.set(chargeId, arrivals.get(id));
  return [...events].filter(
    ([id, { chargeId, sequence, merchantId }]) =>
      sequence === 2 && merchantIds.has(merchantId) && arrivals.get(id) < firsts.get(chargeId),
  ).length;
}
