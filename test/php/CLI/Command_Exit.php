<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

use Exception;

/**
 * Thrown where WP-CLI would end the process.
 */
final class Command_Exit extends Exception {}
