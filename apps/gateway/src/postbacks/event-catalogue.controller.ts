import { PostbackEvent } from '@centavo/contracts';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnswersList } from '../docs/answers.decorator.js';
import { EventCatalogue } from './event-catalogue.js';

@ApiTags('Postbacks')
@Controller('v1/postbacks/events')
export class EventCatalogueController {
  constructor(private readonly catalogue: EventCatalogue) {}

  @Get()
  @AnswersList('List every kind of event, with schema and example', PostbackEvent)
  list() {
    return this.catalogue.list();
  }
}
