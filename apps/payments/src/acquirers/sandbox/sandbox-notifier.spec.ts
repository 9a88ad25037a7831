import { eventually, silentLogger } from '@centavo/testing';
import { cardOf, HeardNotifications, SandboxFixture } from '../../testing/sandbox-fixture.js';
import { anAuthorization, anOperation } from '../testing/acquirer-under-test.js';
import { SandboxNotifier } from './sandbox-notifier.js';

describe('the sandbox notifier', () => {
  let fixture: SandboxFixture;

  beforeEach(async () => {
    fixture = await SandboxFixture.start();
  });
  afterEach(() => fixture.stop());

  /** @returns its reference */
  async function charged({ capture }: { capture: boolean }): Promise<string> {
    const request = anAuthorization(cardOf('tok_chargeback'), { capture });
    await fixture.acquirer.authorize(request);
    return request.reference;
  }
  const scheduled = () =>
    fixture.database.query<{ reference: string; attempts: number }>(
      'SELECT reference, attempts FROM sandbox_notifications',
    );
  const letAllBeDue = () => fixture.database.query('UPDATE sandbox_notifications SET due_at = now()');

  it('tells the chargeback of tok_chargeback once, by itself, soon after the capture', async () => {
    fixture.notifier.onApplicationBootstrap();
    const reference = await charged({ capture: true });
    await eventually(async () => expect(await scheduled()).toEqual([]));
    expect(fixture.notifications.of(reference)).toEqual([{ id: expect.any(String), kind: 'chargeback', reference }]);
  });

  it('schedules it with the approval, due within a second', async () => {
    const reference = await charged({ capture: true });
    const rows = await fixture.database.query(
      `SELECT reference FROM sandbox_notifications WHERE due_at < now() + interval '1 second'`,
    );
    expect(rows).toEqual([{ reference }]);
  });

  it('schedules nothing for an authorization until it is captured', async () => {
    const reference = await charged({ capture: false });
    expect(await scheduled()).toEqual([]);
    await fixture.acquirer.operate(anOperation('capture', reference, 5_000n));
    expect(await scheduled()).toMatchObject([{ reference }]);
  });

  it('tells one that a process before it left behind', async () => {
    const reference = await charged({ capture: true });
    await letAllBeDue();
    fixture.notifier.onApplicationBootstrap();
    await eventually(() => expect(fixture.notifications.of(reference)).toHaveLength(1));
  });

  it('tells again what did not fit or was not taken, until it is', async () => {
    const reference = await charged({ capture: true });
    const answers = [
      () => false,
      () => {
        throw new Error('the database is away');
      },
      () => true,
    ];
    fixture.notifications.answer = () => answers.shift()!();
    for (let left = answers.length; left > 0; left -= 1) {
      expect(await scheduled()).toMatchObject([{ reference }]);
      await letAllBeDue();
      await fixture.notifier.tellDue();
    }
    const told = fixture.notifications.of(reference);
    expect(told).toHaveLength(3);
    expect(new Set(told.map((notification) => 'id' in notification && notification.id)).size).toBe(1);
    expect(await scheduled()).toEqual([]);
  });

  it('waits longer before each attempt and gives up in the end', async () => {
    fixture.notifications.answer = () => false;
    await charged({ capture: true });
    for (const pauseMs of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000]) {
      await letAllBeDue();
      const startedMs = performance.now();
      const nextInMs = await fixture.notifier.tellDue();
      expect(nextInMs).toBeLessThanOrEqual(pauseMs);
      // Some of the pause has passed when it is read.
      expect(nextInMs).toBeGreaterThanOrEqual(pauseMs - (performance.now() - startedMs) - 1);
    }
    expect(await scheduled()).toMatchObject([{ attempts: 10 }]);
    await letAllBeDue();
    await fixture.notifier.tellDue();
    expect(await scheduled()).toEqual([]);
  });

  it('is told by one of two instances that look at once', async () => {
    const reference = await charged({ capture: true });
    await letAllBeDue();
    const notifications = new HeardNotifications();
    const other = new SandboxNotifier(fixture.database, fixture.acquirer, notifications, silentLogger);
    await Promise.all([fixture.notifier.tellDue(), other.tellDue()]);
    expect([...fixture.notifications.of(reference), ...notifications.of(reference)]).toHaveLength(1);
  });

  it('looks every 30 s when it knows of nothing', async () => {
    expect(await fixture.notifier.tellDue()).toBe(30_000);
  });
});
