<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use Exception;

/**
 * The connection to the database was lost, and WordPress could not restore it.
 */
final class Connection_Lost extends Exception {}
