import { counter, gauge, histogram } from './define-metric.ts';

/**
 * Definitions of all of Framemill's metrics. Labels contain no ids, so that the number of time series stays bounded.
 */
export const metricFamily = {
  buildInfo: gauge({
    name: 'framemill_build_info',
    help: '1, with the version of Framemill that the process runs',
    labels: ['version'],
  }),
  apiRequestSeconds: histogram({
    name: 'framemill_api_request_duration_seconds',
    help: 'Time to answer an API request, by method, route pattern and status class',
    labels: ['method', 'route', 'status_class'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  }),
  rateLimited: counter({
    name: 'framemill_rate_limited_total',
    help: 'Requests refused by a rate limit of the API, the console, the sign-in or the OAuth pages, by bucket',
    labels: ['bucket'],
  }),
  authFailures: counter({
    name: 'framemill_auth_failures_total',
    help: 'API requests refused for their key, by reason',
    labels: ['reason'],
  }),
  signInFailures: counter({
    name: 'framemill_sign_in_failures_total',
    help: 'Sign-ins with a password that were refused, by reason',
    labels: ['reason'],
  }),
  renders: counter({
    name: 'framemill_renders_total',
    help: 'Renders that ended, by outcome completed, failed or cancelled',
    labels: ['format', 'plan', 'outcome'],
  }),
  rendersInProgress: gauge({
    name: 'framemill_renders_in_progress',
    help: 'Renders that are admitted and not ended',
    labels: ['status'],
  }),
  queueWaitSeconds: histogram({
    name: 'framemill_queue_wait_seconds',
    help: 'Time from admission of a render to its first running task, by plan and by the pool that draws it',
    labels: ['plan', 'pool'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800],
  }),
  renderSeconds: histogram({
    name: 'framemill_render_duration_seconds',
    help: 'Time from admission of a render to its completion',
    labels: ['format', 'plan'],
    buckets: [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3600],
  }),
  firstFrameSeconds: histogram({
    name: 'framemill_first_frame_duration_seconds',
    help:
      'Time from admission of a render until it can be played: its first segment and its audio are stored, or it is ' +
      'complete',
    labels: [],
    buckets: [0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 900, 3600],
  }),
  rendersLost: gauge({
    name: 'framemill_renders_lost',
    help: 'Renders in progress for which no work is open and whose state has not changed for 15 minutes',
    labels: [],
  }),
  realtimeRatio: histogram({
    name: 'framemill_render_realtime_ratio',
    help: 'Length of the finished video over the time it took to render; above 1 is faster than playing it',
    labels: ['format'],
    buckets: [0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32],
  }),
  segments: counter({
    name: 'framemill_segments_total',
    help: 'Segments of planned renders, by source cache or rendered',
    labels: ['source'],
  }),
  ranges: gauge({
    name: 'framemill_ranges',
    help: 'Frame ranges, by pool and state ready, dispatched into a queue or running on a node',
    labels: ['pool', 'state'],
  }),
  rangesStopped: counter({
    name: 'framemill_ranges_stopped_total',
    help: 'Frame ranges that held a slot for long and were stopped for accounts that waited',
    labels: [],
  }),
  attempts: counter({
    name: 'framemill_attempts_total',
    help: 'Tries of tasks that ended, by kind and outcome done, failed, lost, interrupted or cancelled',
    labels: ['kind', 'outcome'],
  }),
  rangeStageSeconds: histogram({
    name: 'framemill_range_stage_duration_seconds',
    help:
      'Time of a frame range on a node, by stage fetch, render (of it decode, to_device, composite, read_back and ' +
      'encode; of segments side by side together) or upload',
    labels: ['pool', 'stage'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  }),
  framesRendered: counter({
    name: 'framemill_frames_rendered_total',
    help: 'Frames drawn and encoded; its rate is the frames per second of the farm',
    labels: ['pool'],
  }),
  nodes: gauge({
    name: 'framemill_nodes',
    help: 'Farm nodes with a live lease, by pool and state live or draining',
    labels: ['pool', 'state'],
  }),
  slots: gauge({
    name: 'framemill_slots',
    help: 'Render slots of the live nodes; draining ones take no work and do not count',
    labels: ['pool'],
  }),
  slotsBusy: gauge({
    name: 'framemill_slots_busy',
    help: 'Render slots that are working, of those that count',
    labels: ['pool'],
  }),
  desiredNodes: gauge({
    name: 'framemill_farm_autoscale_desired_nodes',
    help: 'Nodes that would clear the open work of a pool within a minute, for autoscalers',
    labels: ['pool'],
  }),
  leader: gauge({
    name: 'framemill_scheduler_leader',
    help: '1 in the scheduler process that leads, 0 in the others',
    labels: [],
  }),
  leaderEpoch: gauge({
    name: 'framemill_scheduler_epoch',
    help: 'Fencing epoch of the scheduler that leads',
    labels: [],
  }),
  nodeJobs: counter({
    name: 'framemill_node_jobs_total',
    help: 'Jobs that a node finished, by queue and outcome',
    labels: ['queue', 'outcome'],
  }),
  renderChildrenReplaced: counter({
    name: 'framemill_render_children_replaced_total',
    help:
      'Render children that were replaced, by reason crash, cancel, memory (above CHILD_MEMORY_MB), stuck, oom (by ' +
      'the kernel) or killed (from outside)',
    labels: ['reason'],
  }),
  cardsLost: counter({
    name: 'framemill_cards_lost_total',
    help: 'Jobs that were handed back because the graphics card was lost while it drew',
    labels: [],
  }),
  cardMemoryBytes: gauge({
    name: 'framemill_card_memory_bytes',
    help:
      'Memory of the graphics card that the render process of the last range holds, by pool and state used or ' +
      'limit (GPU_MEMORY_MB)',
    labels: ['pool', 'state'],
  }),
  cardBusySeconds: counter({
    name: 'framemill_card_busy_seconds_total',
    help: 'Time that the graphics card computed for ranges, by its own clock; its rate is the busy share of the card',
    labels: ['pool'],
  }),
  encoderSessions: gauge({
    name: 'framemill_encoder_sessions',
    help: 'Encoders that are open for ranges now, by pool and kind software or hardware',
    labels: ['pool', 'kind'],
  }),
  cardsFull: counter({
    name: 'framemill_cards_full_total',
    help: 'Jobs that were handed back because the graphics card had no room for a frame (GPU_MEMORY_MB)',
    labels: [],
  }),
  workersRecreated: counter({
    name: 'framemill_workers_recreated_total',
    help: 'Queue workers that were made anew because they no longer took jobs',
    labels: ['queue'],
  }),
  mediaCacheBytes: gauge({
    name: 'framemill_media_cache_bytes',
    help: 'Media that a node keeps on its disk',
    labels: [],
  }),
  mediaCacheRequests: counter({
    name: 'framemill_media_cache_requests_total',
    help: 'Look-ups in the media cache of a node, by result hit or miss',
    labels: ['result'],
  }),
  ingestSeconds: histogram({
    name: 'framemill_ingest_duration_seconds',
    help: 'Time to ingest one part (sound or picture) of a media file on a node, by outcome',
    labels: ['part', 'outcome'],
    buckets: [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_200],
  }),
  dispatchSeconds: histogram({
    name: 'framemill_dispatch_duration_seconds',
    help: 'Time from the dispatch of a job into its queue to a node taking it',
    labels: ['queue'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
  }),
  lostNodeSeconds: histogram({
    name: 'framemill_lost_node_detection_seconds',
    help: 'Time from the last lease of a node to its work being given up',
    labels: [],
    buckets: [1, 2, 4, 6, 7, 8, 9, 10, 15, 30, 60],
  }),
  cancelSeconds: histogram({
    name: 'framemill_cancel_duration_seconds',
    help: 'Time from a node hearing of a cancelled render to the end of a job of that render',
    labels: [],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  }),
  verifyFailures: counter({
    name: 'framemill_verify_failures_total',
    help: 'Rendered files that a check refused, by check',
    labels: ['check'],
  }),
  storedBytes: gauge({
    name: 'framemill_stored_bytes',
    help: 'Bytes that the database knows in the object store, by kind uploads, segments or exports',
    labels: ['kind'],
  }),
  diskFreeBytes: gauge({
    name: 'framemill_disk_free_bytes',
    help:
      'Bytes that may still be written on the disk of a folder: data (DATA_DIR) or scratch (work in progress of a ' +
      'node)',
    labels: ['folder'],
  }),
  databaseSeconds: histogram({
    name: 'framemill_database_round_trip_duration_seconds',
    help: 'Time of an empty query every 5 s, with the wait for a free connection, by outcome ok or failed',
    labels: ['outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  }),
  redisMemoryBytes: gauge({
    name: 'framemill_redis_memory_bytes',
    help: 'Memory of Redis by state used or limit: maxmemory, or without one all memory of its machine',
    labels: ['state'],
  }),
  outboxAgeSeconds: gauge({
    name: 'framemill_outbox_age_seconds',
    help: 'Age of the oldest event that no process of the API has passed on to webhooks; 0: there is none',
    labels: [],
  }),
  accounts: gauge({
    name: 'framemill_accounts',
    help: 'Accounts with work for the farm, by state served or waiting with nothing running',
    labels: ['state'],
  }),
  accountShare: gauge({
    name: 'framemill_largest_account_share_ratio',
    help:
      'Largest share of the slots of a pool, of two at least, that one account holds while another waits with ' +
      'nothing running, by plan of the holder',
    labels: ['plan'],
  }),
  storeRequestSeconds: histogram({
    name: 'framemill_object_store_request_duration_seconds',
    help: 'Time of a call to the object store, by operation and outcome ok, missing or failed',
    labels: ['operation', 'outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
  }),
  speculative: counter({
    name: 'framemill_speculative_attempts_total',
    help: 'Speculative attempts beside slow ones, by outcome started, won or lost',
    labels: ['outcome'],
  }),
  quarantined: counter({
    name: 'framemill_quarantined_media_total',
    help: 'Source files that were put in quarantine',
    labels: [],
  }),
  sweptObjects: counter({
    name: 'framemill_swept_objects_total',
    help: 'Stored objects that the garbage collection removed, by kind',
    labels: ['kind'],
  }),
  sweptBytes: counter({
    name: 'framemill_swept_bytes_total',
    help: 'Bytes that the garbage collection freed, by kind',
    labels: ['kind'],
  }),
  sweepSucceeded: gauge({
    name: 'framemill_sweep_last_success_timestamp_seconds',
    help: 'Unix time at which a part of the hourly garbage collection last ended without an error, by part',
    labels: ['part'],
  }),
  totalsRepaired: counter({
    name: 'framemill_totals_repaired_total',
    help: 'Totals that differed from the rows that they sum up, and were repaired by the daily comparison, by kind',
    labels: ['kind'],
  }),
  importsRejected: counter({
    name: 'framemill_imports_rejected_total',
    help: 'Media imports by URL that were refused, by reason',
    labels: ['reason'],
  }),
  transfersRefused: counter({
    name: 'framemill_transfers_refused_total',
    help:
      'Uploads, imports, request bodies and downloads that were ended or refused, by kind and reason too_slow, ' +
      'too_many, holder_full, total_full or gave_way',
    labels: ['kind', 'reason'],
  }),
  transferHeldBytes: gauge({
    name: 'framemill_transfer_held_bytes',
    help:
      'Bytes that transfers under way hold, by place: disk (uploads, imports), memory (request bodies), answers ' +
      '(files for slow readers)',
    labels: ['place'],
  }),
  deliveries: counter({
    name: 'framemill_deliveries_total',
    help:
      'Attempts to send finished files to destinations, by kind s3, put or sftp and result delivered, retried or ' +
      'failed',
    labels: ['kind', 'result'],
  }),
  webhookDeliveries: counter({
    name: 'framemill_webhook_deliveries_total',
    help: 'Deliveries to webhooks, by outcome delivered, retried or failed',
    labels: ['outcome'],
  }),
  webhooksOverdue: gauge({
    name: 'framemill_webhook_deliveries_overdue',
    help: 'Webhook deliveries whose next attempt has been due for more than a minute, counted up to 1,000',
    labels: [],
  }),
  providerCallSeconds: histogram({
    name: 'framemill_provider_call_duration_seconds',
    help: 'Time of a call to a provider, by kind, provider and outcome: answered, or what went wrong',
    labels: ['kind', 'provider', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
  }),
  creditsCharged: counter({
    name: 'framemill_credits_charged_total',
    help: 'Credits of generative calls that gave a result, by kind of call and provider',
    labels: ['kind', 'provider'],
  }),
  apiThreadHeldSeconds: histogram({
    name: 'framemill_api_thread_held_seconds',
    help:
      'Processor time that the thread which answers everybody took between two looks at its timers: every 10 ms, ' +
      'and up to 80 ms while it is idle',
    labels: [],
    buckets: [0.012, 0.016, 0.02, 0.03, 0.04, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5],
  }),
  heavyCalls: gauge({
    name: 'framemill_heavy_calls',
    help: 'Calls on large projects that wait for a thread or run in one',
    labels: ['plan', 'state'],
  }),
  heavyCallsEnded: counter({
    name: 'framemill_heavy_calls_ended_total',
    help:
      'Calls on large projects by what became of them: answered, stopped, failed, refused as too many waited, or ' +
      'left by their caller while they waited',
    labels: ['plan', 'outcome'],
  }),
  heavyCallSeconds: counter({
    name: 'framemill_heavy_call_seconds_total',
    help: 'Time that threads of the API worked on calls on large projects',
    labels: ['plan'],
  }),
};
