# The server as an image: its own packages only, the pages and fonts built in, not as root. `npm run docker:steps` runs
# these steps without Docker; it knows the instructions that are used here, and paths relative to WORKDIR.

FROM node:22-bookworm-slim AS build
WORKDIR /build
# Before the rest, so that a change of the code installs nothing again.
COPY package.json package-lock.json ./
COPY sdk/package.json sdk/
COPY server/package.json server/
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build:web && npm run build:server

FROM node:22-bookworm-slim
WORKDIR /app
COPY package.json package-lock.json ./
COPY sdk/package.json sdk/
COPY server/package.json server/
RUN npm ci --omit=dev --workspace server --no-audit --no-fund --cache .npm && rm -r .npm
COPY server/bin server/bin
COPY LICENSE server/
COPY --from=build /build/server/dist server/dist
RUN mkdir data && chown node:node data
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/app/data
USER node
VOLUME /app/data
EXPOSE 3000
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "server/bin/countersign.js"]
CMD ["start"]
