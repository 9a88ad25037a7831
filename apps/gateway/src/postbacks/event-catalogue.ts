import { done, EVENT_CATALOGUE, exampleEvent, type PostbackEvent, type SuccessAnswer } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import { ApiDocument } from '../docs/api-document.js';
import { eventSchema } from '../docs/events/event-schema.js';

/** Every kind of event, made from the tables that the platform runs on, once. */
@Injectable()
export class EventCatalogue {
  #answer: SuccessAnswer<PostbackEvent[]> | undefined;

  constructor(private readonly document: ApiDocument) {}

  list(): SuccessAnswer<PostbackEvent[]> {
    return (this.#answer ??= done('Kinds of events.', this.#describe()));
  }

  #describe(): PostbackEvent[] {
    const document = this.document.get();
    return EVENT_CATALOGUE.map((kind) => ({
      event: kind.event,
      resource: kind.resource,
      description: kind.description,
      schema: eventSchema(kind, document),
      example: exampleEvent(kind.event),
    }));
  }
}
