import { Injectable } from '@nestjs/common';
import type { RouteOptions } from 'fastify';
import type { Access } from '../auth/access.js';

/** One route as the server has it. `path` has `:id` for its parameters. */
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly access: Access;
}

const pathOf = (url: string): string => url.split('?', 1)[0]!;

/** Every route of the server, gathered while they are registered: for `Allow` and for the tests that must know them all. */
@Injectable()
export class RouteTable {
  readonly #routes: Route[] = [];
  readonly #patterns = new Map<string, RegExp>();

  get routes(): readonly Route[] {
    return this.#routes;
  }

  add({ method, url, config }: Pick<RouteOptions, 'method' | 'url' | 'config'>): void {
    for (const name of [method].flat()) this.#routes.push({ method: name, path: url, access: config!.access });
    this.#patterns.set(url, new RegExp(`^${url.replace(/:[^/]+/g, '[^/]+').replace(/\*$/, '.*')}$`));
  }

  /** Methods that the routes of a concrete URL answer; empty when it has none. A route without parameters goes before one with them. */
  methodsOf(url: string): string[] {
    const path = pathOf(url);
    const matching = this.#patterns.has(path)
      ? this.#routes.filter((route) => route.path === path)
      : this.#routes.filter((route) => this.#patterns.get(route.path)!.test(path));
    return [...new Set(matching.map(({ method }) => method))].toSorted();
  }

  /** Whether a concrete URL is a route letter by letter, and not by its parameters. */
  hasExactly(url: string): boolean {
    return this.#patterns.has(pathOf(url));
  }
}
