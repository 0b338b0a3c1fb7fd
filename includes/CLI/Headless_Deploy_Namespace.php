<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use WP_CLI\Dispatcher\CommandNamespace;

/**
 * Rebuilds the headless front end of this site, purges its cache, and shows the deployment status.
 *
 * Every shell user can run all commands. The log records the user given with --user=<login>.
 *
 * ## EXAMPLES
 *
 *     $ wp headless-deploy status
 *     $ wp headless-deploy rebuild --wait
 *     $ wp headless-deploy dispatch
 */
final class Headless_Deploy_Namespace extends CommandNamespace {}
