<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use Error;

/**
 * Stands for the end of a process: every statement after it throws it again, so nothing is tidied up.
 */
final class Crash extends Error {}
