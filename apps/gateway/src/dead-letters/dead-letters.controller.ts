import { DeadLetter } from '@centavo/contracts';
import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operator, RequestContext } from '../auth/caller.js';
import { Answers, AnswersPage } from '../docs/answers.decorator.js';
import { DeadLetterQueries } from './dead-letters.queries.js';
import { ListDeadLettersQuery } from './list-dead-letters.query.js';
import { RequeueDeadLetter } from './requeue-dead-letter.js';

@ApiTags('Dead letters (operators)')
@Controller('admin/v1/dead-letters')
export class DeadLettersController {
  constructor(
    private readonly deadLetters: DeadLetterQueries,
    private readonly requeueDeadLetter: RequeueDeadLetter,
  ) {}

  @Get()
  @AnswersPage('List the messages that no service could handle and that were not requeued', DeadLetter)
  list(@Query() query: ListDeadLettersQuery) {
    return this.deadLetters.list(query);
  }

  @Post(':id/requeue')
  @Answers('Hand a message to its service again', DeadLetter, {
    errors: ['dead_letter_not_found', 'dead_letter_expired'],
  })
  requeue(@Operator() operator: RequestContext, @Param('id') id: string) {
    return this.requeueDeadLetter.execute(operator, id);
  }
}
