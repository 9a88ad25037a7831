#!/bin/sh
# prune-packages.sh FOLDER: takes out of a production node_modules what no service ever loads, and with it half of the size.
# The image's build then loads every entry point once, so that a package that is missed fails the build and not a start.
set -eu
cd "$1"

# What belongs to other ways of running: an embedded PostgreSQL, a Node of its own, bundling the checkout page. Then what others bring
# for uses that are not ours: the interface of Swagger (the API's pages are Scalar's), and the compiler for decorators read at build time.
rm -rf @embedded-postgres embedded-postgres node node-bin-* node-linux-* .bin esbuild @esbuild swagger-ui-dist typescript

# The same code once more, for browsers and for other module systems.
rm -rf typeorm/browser rxjs/src rxjs/dist/esm rxjs/dist/esm5 rxjs/dist/bundles rxjs/dist/types \
  class-validator/bundles class-validator/esm5 class-validator/esm2015 class-validator/types \
  libphonenumber-js/bundle libphonenumber-js/source zod/src es-toolkit/dist/browser* es-toolkit/dist/umd*

find bwip-js -type f ! -name package.json ! -name 'LICENSE*' ! -name 'bwip-js-node.*' ! -name bwipp.mjs -delete

# What is for people, compilers and debuggers.
find . -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' -o -name '*.tsbuildinfo' \
  -o -iname 'readme*' -o -iname 'changelog*' -o -iname 'history.md' \) -delete
find . -type d \( -name test -o -name tests -o -name __tests__ -o -name docs -o -name benchmark -o -name benchmarks -o -name .github \) \
  -prune -exec rm -rf {} +
find . -type d -empty -delete
