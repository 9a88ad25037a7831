import { setTimeout as delay } from 'node:timers/promises';
import type { Stack, StackInstance, StackService } from '../../../scripts/lib/stack.mjs';
import type { Gateways } from '../clients/gateways.js';
import type { History } from '../history/history.js';
import type { FaultLane, PlannedFault } from './plan-faults.js';

const RESTART_TIMEOUT_MS = 120_000;
const READY_POLL_MS = 20;
/** Of the balancer. */
const HEALTH_CHECK_MS = 500;
/**
 * How long a restarted instance has been ready before the next one is stopped, as orchestrators are told to wait (`minReadySeconds`): longer than
 * clients wait for their retry, so that it does not meet the next one that is just away.
 */
const PROVE_ITSELF_MS = 2_000;

/** Hurts a stack, and does what an orchestrator does: starts again what ended, and balances the load on the gateways. */
export class Operator {
  /** Instances that somebody is at: their end is no surprise. */
  readonly #inHand = new Set<string>();
  #isOver = false;

  constructor(
    private readonly stack: Stack,
    private readonly history: History,
    private readonly gateways: Gateways,
    private readonly onFault: (victim: string) => void,
  ) {
    this.#routeTo(this.#gatewaysOf(() => true));
    void this.#balance();
  }

  /** For `onExit` of the stack. */
  noteEnd({ service, name }: StackInstance, how: string): void {
    if (this.#isOver || this.#inHand.has(name)) return;
    this.history.add({ line: 'ended by itself', instance: name, how });
    const index = this.stack.instances
      .filter((other) => other.service === service)
      .findIndex((other) => other.name === name);
    void this.#start(service, index);
  }

  /** Whatever ends from now on was told to. */
  leave(): void {
    this.#isOver = true;
  }

  /** Has clients go to those gateways that say that they are ready, to any of them where none does. */
  async #balance(): Promise<void> {
    while (!this.#isOver) {
      const running = this.#gatewaysOf(({ isRunning }) => isRunning);
      const areReady = await Promise.all(running.map((instance) => instance.isReady()));
      const ready = running.filter((_, index) => areReady[index]);
      this.#routeTo(ready.length > 0 ? ready : running);
      await delay(HEALTH_CHECK_MS);
    }
  }

  #gatewaysOf(isMeant: (instance: StackInstance) => boolean): StackInstance[] {
    return this.stack.instances.filter((instance) => instance.service === 'gateway' && isMeant(instance));
  }

  #routeTo(gateways: readonly StackInstance[]): void {
    if (gateways.length === 0) return;
    this.gateways.routeTo(gateways.map(({ name, env }) => ({ name, baseUrl: `http://127.0.0.1:${env['PORT']}` })));
  }

  async runLane({ victim, faults }: FaultLane): Promise<void> {
    for (const fault of faults) {
      await delay(fault.restMs);
      await this.#inflict(victim, fault);
      this.onFault(victim);
    }
  }

  /** One more of a service, then all others restarted one after the other, then one less. */
  async roll(service: StackService): Promise<void> {
    const before = this.stack.instances.filter((instance) => instance.service === service && instance.isRunning).length;
    const index = await this.#add(service);
    for (let instance = 0; instance < before; instance += 1) {
      await this.#stop(service, instance);
      await this.#start(service, instance);
      await delay(PROVE_ITSELF_MS);
    }
    await this.#stop(service, index);
  }

  async #inflict(victim: FaultLane['victim'], { kind, instances, pauseMs }: PlannedFault): Promise<void> {
    const fault = this.history.nextFault();
    const names = isService(victim) ? instances.map((index) => this.stack.instance(victim, index).name) : [victim];
    this.history.add({ line: 'fault', fault, kind, victim, instances: names });
    let starts = 1;
    if (victim === 'PostgreSQL') await this.stack.crashPostgres();
    else if (victim === 'Kafka') await this.#killKafka();
    else if (kind === 'pause') await this.#pause(victim, instances, pauseMs);
    else starts = await this.#kill(victim, instances);
    this.history.add({ line: 'ready', fault, starts });
  }

  async #killKafka(): Promise<void> {
    await this.stack.kafka.kill();
    await this.stack.kafka.restart();
  }

  async #pause(service: StackService, instances: readonly number[], pauseMs: number): Promise<void> {
    for (const index of instances) this.stack.instance(service, index).signal('SIGSTOP');
    await delay(pauseMs);
    for (const index of instances) this.stack.instance(service, index).signal('SIGCONT');
    for (const index of instances) await this.#untilReady(this.stack.instance(service, index));
  }

  async #untilReady(instance: StackInstance): Promise<void> {
    const giveUpAt = performance.now() + RESTART_TIMEOUT_MS;
    while (!(await instance.isReady())) {
      if (performance.now() > giveUpAt) throw new Error(`${instance.name} does not become ready again.`);
      await delay(READY_POLL_MS);
    }
  }

  /** @returns how often the slowest had to be started */
  async #kill(service: StackService, instances: readonly number[]): Promise<number> {
    for (const index of instances) this.#inHand.add(this.stack.instance(service, index).name);
    await Promise.all(instances.map((index) => this.stack.kill(service, index)));
    return Math.max(...(await Promise.all(instances.map((index) => this.#start(service, index)))));
  }

  async #add(service: StackService): Promise<number> {
    const fault = this.history.nextFault();
    this.history.add({ line: 'fault', fault, kind: 'add', victim: service, instances: [] });
    const index = await this.stack.add(service);
    this.history.add({ line: 'ready', fault, starts: 1 });
    return index;
  }

  async #stop(service: StackService, index: number): Promise<void> {
    const { name } = this.stack.instance(service, index);
    this.#inHand.add(name);
    const fault = this.history.nextFault();
    this.history.add({ line: 'fault', fault, kind: 'stop', victim: service, instances: [name] });
    await this.stack.kill(service, index, 'SIGTERM');
  }

  /** Until it is ready; what ends because its database is away is started again. */
  async #start(service: StackService, index: number): Promise<number> {
    const { name } = this.stack.instance(service, index);
    this.#inHand.add(name);
    const giveUpAt = performance.now() + RESTART_TIMEOUT_MS;
    for (let starts = 1; ; starts += 1) {
      try {
        await this.stack.restart(service, index);
        this.#inHand.delete(name);
        return starts;
      } catch (error) {
        if (this.#isOver || performance.now() > giveUpAt) throw error;
      }
    }
  }
}

const isService = (victim: FaultLane['victim']): victim is StackService =>
  victim !== 'PostgreSQL' && victim !== 'Kafka';
