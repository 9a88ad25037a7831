import { presentAuditLogEntry, type AuditLogEntry, type AuditLogRecord } from '@centavo/contracts';
import { firstIdAt } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { fromInstant, untilInstant } from '../http/lists/date.filter.js';
import { where, whereNow } from '../http/lists/list.js';
import { Lists } from '../http/lists/lists.js';
import { pageAnswer, type PageAnswer } from '../http/lists/pagination.js';
import type { ListAuditLogQuery } from './list-audit-log.query.js';

const VIEW = 'onboarding.published_audit_log';
const ABOUT_RESOURCE = 'id IN (SELECT call_id FROM onboarding.published_audit_subjects WHERE resource_id = ?)';
const WITH_ACTION = 'id IN (SELECT call_id FROM onboarding.published_audit_effects WHERE action = ?)';

/** What operators did. Operators see what all of them did. */
@Injectable()
export class AuditLogQueries {
  constructor(private readonly lists: Lists) {}

  async list(query: ListAuditLogQuery): Promise<PageAnswer<AuditLogEntry>> {
    const filters = [
      where('operator =', query.operator),
      where('method =', query.method),
      // What a call did may be written long after it: a command that was held up is carried out later.
      whereNow(ABOUT_RESOURCE, query.resource_id),
      whereNow(WITH_ACTION, query.action),
      // An id is as old as its call.
      where('id >=', firstIdOf(fromInstant(query.date_from))),
      where('id <', firstIdOf(untilInstant(query.date_to))),
    ];
    const { items, total } = await this.lists.page<AuditLogRecord>({ view: VIEW, filters }, query);
    return pageAnswer('Audit log.', { items: items.map(presentAuditLogEntry), total }, query);
  }
}

const firstIdOf = (instant: Date | null): string | null => instant && firstIdAt(instant.getTime());
