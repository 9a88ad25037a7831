#!/bin/sh
# roll.sh [--restart] [SERVICE...]: brings running services to the image and the settings of now, without an interruption.
#
# The steps run first. Then, service by service, as many new containers start beside the old ones as there were; when all of them are
# healthy, the old ones stop one by one. A service whose new containers do not become healthy keeps its old ones, and nothing goes on.
# It may be stopped at any time and run again: what is already new stays, and it goes on from there. It needs Docker and nothing else.
#
#   docker compose build && deploy/roll.sh       the sources of now
#   CENTAVO_IMAGE=centavo:0.2.0 deploy/roll.sh   another image: a new one, or the one from before
#   deploy/roll.sh gateway                       one service, e.g. for a changed setting
#   deploy/roll.sh --restart                     everything anew, e.g. for a replaced secret
set -eu
cd "$(dirname "$0")/.."

# Those who hear of things before those who tell of them.
all='webhooks ledger onboarding payments gateway'
healthy_within_s=${HEALTHY_WITHIN_S:-180}

say() { printf 'roll: %s\n' "$*"; }
die() { printf 'roll: %s\n' "$*" >&2; exit 1; }

containers() { docker compose ps --all --quiet "$1"; }

# What a container is made of: its image, the settings that compose made it with, and whether it was made since a restart was asked for.
made_of() {
  docker inspect --format '{{.Created}} {{.Image}} {{index .Config.Labels "com.docker.compose.config-hash"}}' "$@" |
    awk -v since="$since" '{ print $2, $3, ($1 < since ? "before" : "since") }'
}

wanted() {
  image=$(docker compose config "$1" | awk -v service="  $1:" '$0 == service { found = 1 } found && $1 == "image:" { print $2; exit }')
  id=$(docker image inspect --format '{{.Id}}' "$image") || die "There is no image $image here: build or pull it first."
  echo "$id $(docker compose config --hash "$1" | awk '{ print $2 }') since"
}

# with VERDICT SERVICE: those of its containers that are (new) or are not (old) as wanted.
with() {
  for container in $(containers "$2"); do
    if [ "$(made_of "$container")" = "$wanted" ]; then verdict=new; else verdict=old; fi
    if [ "$verdict" = "$1" ]; then echo "$container"; fi
  done
}

is_healthy() { [ "$(docker inspect --format '{{.State.Health.Status}}' "$1")" = healthy ]; }

healthy() {
  count_healthy=0
  for container in $(containers "$1"); do
    if is_healthy "$container"; then count_healthy=$((count_healthy + 1)); fi
  done
  echo "$count_healthy"
}

await_health() {
  waited_s=0
  for container in $1; do
    until is_healthy "$container"; do
      [ "$waited_s" -lt "$healthy_within_s" ] || return 1
      sleep 1
      waited_s=$((waited_s + 1))
    done
  done
}

# The gateways that the proxy sends requests to.
ready_by_proxy() {
  # shellcheck disable=SC2016
  docker exec "$1" bash -c 'exec 3<>/dev/tcp/127.0.0.1/8405 && printf "GET /metrics HTTP/1.0\r\n\r\n" >&3 && cat <&3' |
    grep -c '^haproxy_server_status{proxy="gateways",.*state="UP"} 1' || true
}

# Until the proxy has found all gateways that are healthy. It takes some two seconds, and more where everything is busy.
await_proxy() {
  proxy=$(docker compose ps --status running --quiet proxy)
  [ -n "$proxy" ] || return 0
  waited_s=0
  until [ "$(ready_by_proxy "$proxy")" -ge "$(healthy gateway)" ]; do
    [ "$waited_s" -lt "$healthy_within_s" ] || die "The proxy has not found the new gateways within $healthy_within_s s. The old ones go on."
    sleep 1
    waited_s=$((waited_s + 1))
  done
}

give_up() {
  for container in $2; do
    is_healthy "$container" && continue
    docker logs --tail 20 "$container" >&2
    docker rm --force "$container" >/dev/null
  done
  die "A new container of $1 was not healthy within $healthy_within_s s; its last lines are above. The old ones go on."
}

roll() {
  service=$1
  wanted=$(wanted "$service")
  present=$(containers "$service" | wc -l)
  if [ "$present" -eq 0 ]; then
    say "$service: does not run, left alone"
    return
  fi
  old=$(with old "$service")
  if [ -z "$old" ]; then
    say "$service: is up to date"
    return
  fi
  # Of one make there were never more than there should be, wherever an earlier run has ended.
  # shellcheck disable=SC2046
  count=$(made_of $(containers "$service") | sort | uniq -c | sort -rn | awk 'NR == 1 { print $1 }')
  missing=$((count - $(with new "$service" | wc -l)))
  if [ "$missing" -gt 0 ]; then
    say "$service: starting $missing new"
    docker compose --progress quiet up --detach --no-deps --no-build --no-recreate --scale "$service=$((present + missing))" "$service"
  fi
  # Not by what they are made of: Compose before 2.30 writes down another hash for what it starts without its dependencies.
  new=$(containers "$service" | grep -vxF "$old" || true)
  [ -n "$new" ] || die "There is no new container of $service. The old ones go on."
  await_health "$new" || give_up "$service" "$new"
  if [ "$service" = gateway ]; then await_proxy; fi
  for container in $old; do
    docker stop "$container" >/dev/null
    docker rm "$container" >/dev/null
  done
  say "$service: $(echo "$new" | wc -l) new, $(echo "$old" | wc -l) old stopped"
  [ -n "$(with new "$service")" ] || has_old_compose=1
}

step() {
  docker compose --progress quiet run --rm --no-deps -T "$1" </dev/null || die "The $1 step failed: nothing was rolled."
  say "$1: done"
}

# A restart that ended midway is finished before anything else: until then a service has more containers than it should have. What it has
# restarted may have to be restarted once more, because a secret may have been replaced since.
finish_restart() {
  [ -f "$lock/restart" ] || return 0
  asked=$since
  read -r since services <"$lock/restart"
  say "finishing the restart that began at $since"
  for service in $services; do roll "$service"; done
  rm "$lock/restart"
  since=$asked
}

main() {
  since=
  has_old_compose=
  if [ "${1:-}" = --restart ]; then
    since=$(date -u +%Y-%m-%dT%H:%M:%SZ)
    shift
  fi

  # Two at once would each count the other's new containers.
  project=$(docker compose config --format json | sed -n 's/^  "name": "\(.*\)",$/\1/p')
  lock=${TMPDIR:-/tmp}/centavo-roll-$project
  if ! mkdir "$lock" 2>/dev/null; then
    if kill -0 "$(cat "$lock/pid" 2>/dev/null)" 2>/dev/null; then die "Another roll of $project is under way."; fi
    say 'an earlier roll ended midway: going on from there'
  fi
  echo $$ >"$lock/pid"
  trap 'rm -f "$lock/pid"' EXIT
  trap 'exit 130' INT TERM HUP

  step secrets
  step migrate
  step topics
  finish_restart
  if [ -n "$since" ]; then echo "$since ${*:-$all}" >"$lock/restart"; fi
  for service in ${*:-$all}; do roll "$service"; done
  if [ "$#" -eq 0 ]; then
    since=
    wanted=$(wanted proxy)
    if [ -n "$(with old proxy)" ]; then
      say 'proxy: has changed. Only one can hold the port: `docker compose up -d --no-deps proxy` interrupts for a second or two.'
    fi
  fi
  if [ -n "$has_old_compose" ]; then
    say "Compose $(docker compose version --short) takes these containers for outdated: the next \`docker compose up\` would make them once more, with an interruption. 2.30 does not."
  fi
  rm -rf "$lock"
}

# In one piece, so that it is read to its end before it begins: an upgrade may replace this file meanwhile.
main "$@"
exit
