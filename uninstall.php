<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

if ( ! defined( 'WP_UNINSTALL_PLUGIN' ) ) {
	exit;
}

require_once __DIR__ . '/includes/Autoloader.php';
Autoloader::register();

Installation::uninstall();
