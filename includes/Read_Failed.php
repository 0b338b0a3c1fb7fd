<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use Exception;

/**
 * A read of the database failed. Nothing may be decided on it: the caller stops, or an entry point answers that the data
 * could not be read.
 */
final class Read_Failed extends Exception {}
