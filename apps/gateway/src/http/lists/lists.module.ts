import { Global, Module } from '@nestjs/common';
import { ListTotals } from './list-totals.js';
import { Lists } from './lists.js';

/** Paged lists, for every feature. */
@Global()
@Module({ providers: [Lists, ListTotals], exports: [Lists] })
export class ListsModule {}
