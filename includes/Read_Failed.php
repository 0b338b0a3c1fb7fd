<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use Exception;

/**
 * A read of the database failed. It is caught once at each entry point: nothing is decided on it, and the work is
 * tried later.
 */
final class Read_Failed extends Exception {}
