import { Global, Module } from '@nestjs/common';
import { Lists } from './lists.js';
import { SettledCounts } from './settled-counts.js';

/** Paged lists, for every feature. */
@Global()
@Module({ providers: [Lists, SettledCounts], exports: [Lists] })
export class ListsModule {}
