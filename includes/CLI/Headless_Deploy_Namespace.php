<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use WP_CLI\Dispatcher\CommandNamespace;

/**
 * Rebuilds the headless front end of this site, purges its cache, and shows what is going on.
 *
 * Whoever has a shell may do all of it; --user=<login> is written into the log as who did it.
 *
 * ## EXAMPLES
 *
 *     $ wp headless-deploy status
 *     $ wp headless-deploy rebuild --wait
 *     $ wp headless-deploy dispatch
 */
final class Headless_Deploy_Namespace extends CommandNamespace {}
