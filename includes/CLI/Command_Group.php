<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use WP_CLI\Dispatcher\CommandNamespace;

/**
 * A group of commands. WP-CLI creates it from the name of the class.
 */
final class Command_Group extends CommandNamespace {}
