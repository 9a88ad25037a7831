import { done, DomainError } from '@centavo/contracts';
import { RetriableError, type MemberOutcome, type ReceivedMessage } from '../bus.js';
import { eventually, silentLogger } from '@centavo/testing';
import { Controller, type INestMicroservice, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Ctx, EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { of } from 'rxjs';
import { InProcessBus } from '../in-process/in-process-bus.js';
import { CollectedDeadLetters, messageTo, TEST_RETRY_POLICY } from '../testing/bus-fixture.js';
import { BatchEventPattern, BatchMessagePattern } from './batch-patterns.js';
import { BusContext } from './bus-context.js';
import { BusServer } from './bus-server.js';
import { RethrowFilter } from './rethrow.filter.js';

const seen: unknown[] = [];

@Controller()
class TestController {
  @MessagePattern('greet')
  async greet(@Payload() name: string, @Ctx() context: BusContext) {
    return done(`Hello ${name}`, { correlationId: context.correlationId, caused: context.caused });
  }

  @MessagePattern('observe')
  observe() {
    return of('observed');
  }

  @MessagePattern('refuse')
  async refuse() {
    throw new DomainError('charge_not_found');
  }

  @BatchMessagePattern('double', { maxSize: 10, lingerMs: 0 })
  async double(messages: readonly ReceivedMessage<number>[]): Promise<MemberOutcome[]> {
    return messages.map(({ payload }) => ({ reply: payload * 2 }));
  }

  @EventPattern('charge.*')
  async onCharge(payload: unknown) {
    seen.push(payload);
    if (seen.length === 1) throw new RetriableError('once more');
  }

  @BatchEventPattern('wallet.opened', { maxSize: 10, lingerMs: 0 })
  async onWallets(messages: readonly ReceivedMessage[]): Promise<void> {
    seen.push(...messages.map(({ payload }) => payload));
  }
}

@Controller()
class Twin {
  @EventPattern('charge.*')
  async onCharge(payload: unknown) {
    return payload;
  }
}

async function start(bus: InProcessBus, controllers: Type[], deadLetters = new CollectedDeadLetters()) {
  @Module({ controllers })
  class TestModule {}
  const strategy = new BusServer({ bus, group: 'payments', topics: ['topic'], deadLetters });
  const app = await NestFactory.createMicroservice(TestModule, { strategy, logger: false, abortOnError: false });
  app.useGlobalFilters(new RethrowFilter());
  await app.listen();
  return app;
}

describe('the Nest strategy', () => {
  let bus: InProcessBus;
  let app: INestMicroservice | undefined;
  const deadLetters = new CollectedDeadLetters();

  beforeAll(async () => {
    bus = new InProcessBus({ logger: silentLogger, retryPolicy: TEST_RETRY_POLICY });
    app = await start(bus, [TestController], deadLetters);
  });
  beforeEach(() => void seen.splice(0));
  afterAll(() => app?.close());

  const ask = (type: string, payload: unknown): Promise<unknown> =>
    bus.request({ ...messageTo('topic', 'key', type, payload), headers: { correlationId: 'c' } }, 60_000);

  it('hands payload and context to a method and its result to the asker', async () => {
    const data = { correlationId: 'c', caused: { correlationId: 'c' } };
    await expect(ask('greet', 'Ana')).resolves.toEqual(done('Hello Ana', data));
  });

  it('takes the value of an observable', async () => {
    await expect(ask('observe', null)).resolves.toBe('observed');
  });

  it('lets domain errors through as answers', async () => {
    await expect(ask('refuse', null)).resolves.toMatchObject({ ok: false, error: 'charge_not_found' });
  });

  it('gives batch methods their messages and sends each answer', async () => {
    await expect(Promise.all([1, 2, 3].map((number) => ask('double', number)))).resolves.toEqual([2, 4, 6]);
  });

  it('lets retriable errors of event methods reach the engine', async () => {
    await bus.publish([messageTo('topic', 'key', 'charge.captured', 1)]);

    await eventually(() => expect(seen).toEqual([1, 1]));
    expect(deadLetters.letters).toEqual([]);
  });

  it('gives batch methods events', async () => {
    await bus.publish([1, 2].map((number) => messageTo('topic', 'key', 'wallet.opened', number)));

    expect(seen).toEqual([1, 2]);
  });

  it('refuses to start with two methods for one pattern', async () => {
    const other = new InProcessBus({ logger: silentLogger });
    await expect(start(other, [TestController, Twin])).rejects.toThrow('Two handlers for "charge.*"');
  });
});
