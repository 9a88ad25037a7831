import { Global, Module } from '@nestjs/common';
import { KeyedLists } from './keyed-lists.js';
import { Lists } from './lists.js';
import { SettledCounts } from './settled-counts.js';

/** Paged lists, for every feature. */
@Global()
@Module({ providers: [Lists, KeyedLists, SettledCounts], exports: [Lists, KeyedLists] })
export class ListsModule {}
