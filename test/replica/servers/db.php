<?php
/**
 * Drop-in of WordPress. The web server's environment names the class.
 */

declare( strict_types=1 );

require_once '{FOLDER}/replica-reader.php';
require_once '{FOLDER}/read-after-write.php';
require_once '{FOLDER}/read-split.php';

$database_class = (string) getenv( 'TEST_DATABASE_CLASS' );
$wpdb           = '' === $database_class ? null : new $database_class( DB_USER, DB_PASSWORD, DB_NAME, DB_HOST );
