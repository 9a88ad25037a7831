import { Outbox } from '@centavo/messaging';
import { eventually, runs, silentLogger, testClock } from '@centavo/testing';
import fc from 'fast-check';
import { aDeed, DocumentStory } from '../testing/document-story.js';
import { Company } from '../testing/dossier-fixture.js';
import { startOnboarding, type OnboardingFixture } from '../testing/onboarding-fixture.js';
import { ExpireDocuments } from './expire-documents.js';

describe('Documents', () => {
  const clock = testClock();
  let onboarding: OnboardingFixture;
  let outbox: Outbox;
  let expireDocuments: ExpireDocuments;
  beforeAll(async () => {
    onboarding = await startOnboarding(clock);
    outbox = new Outbox(onboarding.database, onboarding.bus, silentLogger);
    expireDocuments = new ExpireDocuments(onboarding.database, outbox, clock, silentLogger);
  });
  afterAll(async () => {
    await outbox.stop();
    await onboarding.stop();
  });

  async function begin(): Promise<DocumentStory> {
    const company = await Company.register(onboarding, await onboarding.aMerchant());
    const answers = [await company.addRepresentative(), await company.addRepresentative()];
    const representatives = answers.flatMap((answer) => (answer.ok ? [answer.data.id] : []));
    return new DocumentStory({ company, representatives, clock, expireDocuments });
  }

  it('live as the rules have it, whatever happens to them, and every step is told once and in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aDeed, { minLength: 5, maxLength: 25 }), async (deeds) => {
        const story = await begin();
        for (const deed of deeds) await story.tell(deed);
        await story.isTrue();
        await eventually(() => story.wasTold());
      }),
      runs(40),
    );
    expect(await onboarding.deadLetters()).toEqual([]);
  });
});
