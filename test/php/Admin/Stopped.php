<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Admin;

use RuntimeException;

/**
 * Thrown where WordPress would end the request; its code is the HTTP status.
 */
final class Stopped extends RuntimeException {}
