<?php

declare( strict_types=1 );

use HeadlessDeploy\Tests\Model\Mutation_Server;

// Before the bootstrap loads the plugin. WordPress keeps hooks that were there before it.
$GLOBALS['wp_filter']['muplugins_loaded'][0]['mutation-server'] = array(
	'accepted_args' => 0,
	'function'      => static fn() => Mutation_Server::wait_for_task(),
);
require_once dirname( __DIR__ ) . '/bootstrap.php';

// Each fork goes on from here.
exit( Mutation_Server::run_task() );
