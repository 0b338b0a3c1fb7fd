<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use Exception;

/**
 * Says that a read of the database failed. Caught once at each entry point: nothing is decided, and the work is tried later.
 */
final class Read_Failed extends Exception {}
