<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use Error;

/**
 * Simulates the end of a process: it is thrown again at every later statement, so that no code cleans up.
 */
final class Crash extends Error {}
