# Two images: `centavo` (the default, every service) and `proxy` (HAProxy with this project's configuration).
# docker build .                    docker build --target proxy .
# For both architectures: docker buildx build --platform linux/amd64,linux/arm64 .

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/checkout/package.json packages/checkout/
COPY packages/tokenizer/package.json packages/tokenizer/
RUN --mount=type=cache,target=/root/.npm npm ci

FROM packages AS build
COPY .swcrc tsconfig.json ./
COPY scripts scripts
COPY apps apps
COPY libs libs
COPY packages packages
RUN npm run build

FROM node:24-bookworm-slim AS node
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends binutils
RUN strip -o /node "$(command -v node)"

FROM debian:bookworm-slim AS base
# tini is process 1: it hands signals on and reaps, so that a process may die of any signal.
RUN apt-get update -qq \
  && apt-get install -y -qq --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/cache/debconf/*-old /var/log/*
COPY deploy/image/healthy /usr/local/bin/healthy
ENTRYPOINT ["tini", "--"]

FROM base AS proxy
RUN apt-get update -qq \
  && apt-get install -y -qq --no-install-recommends haproxy \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/cache/debconf/*-old /var/log/*
COPY deploy/haproxy /etc/haproxy
LABEL org.opencontainers.image.title="Centavo proxy" \
  org.opencontainers.image.description="HAProxy in front of Centavo's gateways" \
  org.opencontainers.image.licenses="Apache-2.0"
USER 10002
EXPOSE 3000 8405
# SIGUSR1 lets it finish what was started; SIGTERM would cut it off.
STOPSIGNAL SIGUSR1
CMD ["haproxy", "-W", "-db", "-f", "/etc/haproxy/haproxy.cfg"]

FROM base AS centavo
RUN groupadd --gid 10001 centavo \
  && useradd --uid 10001 --gid centavo --no-create-home --home-dir /app --shell /usr/sbin/nologin centavo \
  # A volume takes over the owner of the folder that it is first mounted on.
  && for circle in platform operator vault owner; do install -d -o centavo -g centavo -m 0750 "/run/centavo/$circle"; done
COPY --from=node /node /usr/local/bin/node
ENV NODE_ENV=production NODE_OPTIONS="--enable-source-maps" OPERATED_BY=compose
WORKDIR /app
COPY package.json ./
COPY scripts/lib/cli scripts/lib/cli
COPY scripts/container-cli.mjs scripts/
COPY --from=build /app/node_modules/reflect-metadata node_modules/reflect-metadata
COPY --from=build /app/packages/checkout/package.json node_modules/@centavo/checkout/
COPY --from=build /app/packages/checkout/dist node_modules/@centavo/checkout/dist
COPY --from=build /app/dist/programs dist/programs
# What programs share is compiled on the way, but for the page of the docs, and there for each start: Node looks for what its own user has kept,
# and that user reads it and cannot change it.
ENV NODE_COMPILE_CACHE=/app/compiled
RUN install -d -o centavo -g centavo compiled \
  && setpriv --reuid centavo --regid centavo --clear-groups node --input-type=module -e 'for (const chunk of fs.globSync("dist/programs/chunks/[!d]*.js")) await import(`/app/${chunk}`)' \
  && NODE_DISABLE_COMPILE_CACHE=1 node --input-type=module -e 'await import("/app/scripts/lib/cli/run-cli.mjs")' \
  && chown -R root:root compiled \
  && chmod -R a=rX,u+w compiled \
  && printf '#!/bin/sh\nexec node /app/scripts/container-cli.mjs "$@"\n' >/usr/local/bin/centavo \
  && printf '#!/bin/sh\nexec node /app/dist/programs/manage-vault.js "$@"\n' >/usr/local/bin/vault \
  && printf '#!/bin/sh\nexec node /app/dist/programs/secrets.js "$@"\n' >/usr/local/bin/secrets \
  && chmod 755 /usr/local/bin/centavo /usr/local/bin/vault /usr/local/bin/secrets
ARG VERSION=0.1.0 REVISION=
ENV BUILD_COMMIT=$REVISION
LABEL org.opencontainers.image.title="Centavo" \
  org.opencontainers.image.description="Self-hosted merchant payments platform for Brazil" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION"
USER centavo
EXPOSE 3000 9464
CMD ["node", "dist/programs/gateway.js"]
