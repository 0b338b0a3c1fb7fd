<?php

declare( strict_types=1 );

define( 'ABSPATH', '/wordpress/' );
define( 'WPINC', 'wp-includes' );
define( 'WP_PLUGIN_DIR', '/wordpress/wp-content/plugins' );
define( 'MINUTE_IN_SECONDS', 60 );
define( 'HOUR_IN_SECONDS', 3600 );
define( 'DAY_IN_SECONDS', 86400 );
