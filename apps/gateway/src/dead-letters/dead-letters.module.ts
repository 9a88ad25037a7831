import { Module } from '@nestjs/common';
import { DeadLettersController } from './dead-letters.controller.js';
import { DeadLetterQueries } from './dead-letters.queries.js';
import { RequeueDeadLetter } from './requeue-dead-letter.js';

@Module({ controllers: [DeadLettersController], providers: [DeadLetterQueries, RequeueDeadLetter] })
export class DeadLettersModule {}
