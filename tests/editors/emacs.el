;;; emacs.el --- What a person does in Emacs with docs/editors/emacs.md  -*- lexical-binding: t -*-

;; Each step's value or error goes to $REPORT.  Batch Emacs has no command loop and no window to show a popup in: the
;; hooks that the loop would run are run here, and hover is asked for as ElDoc asks.

(require 'eglot)
(require 'flymake)
(require 'json)

(defvar report nil "An alist of steps, last first.")
(defvar target-line (string-to-number (getenv "TARGET_LINE")))
(defvar target-character (string-to-number (getenv "TARGET_CHARACTER")))

(defun wait-for (what seconds condition)
  "Return what CONDITION returns as soon as it is non-nil; an error naming WHAT after SECONDS."
  (let ((end (+ (float-time) seconds)) found)
    (while (not (or (setq found (funcall condition)) (> (float-time) end)))
      (accept-process-output nil 0.05))
    (or found (error "Waited in vain for %s" what))))

(defmacro step (name &rest body)
  "Report the value of BODY, or its error, as step NAME."
  `(push (cons ,name (condition-case failure
                         (list (cons 'value (progn ,@body)))
                       (error (list (cons 'error (error-message-string failure))))))
         report))

(defun utf16 (start end)
  "UTF-16 code units between START and END."
  (/ (string-bytes (encode-coding-string (buffer-substring-no-properties start end) 'utf-16le)) 2))

(defun line-and-character (position)
  "POSITION as a list of a line and a character, as LSP counts."
  (save-excursion
    (goto-char position)
    (list (1- (line-number-at-pos)) (utf16 (line-beginning-position) position))))

(defun code (diagnostic)
  "The LSP code of a Flymake DIAGNOSTIC."
  (plist-get (alist-get 'eglot-lsp-diag (flymake-diagnostic-data diagnostic)) :code))

(defun diagnostics ()
  "What Flymake shows, as eglot reported it."
  (flymake-start)
  (flymake-diagnostics))

(defun to-target ()
  "Go to the finding that is looked at."
  (goto-char (point-min))
  (forward-line target-line)
  (while (< (utf16 (line-beginning-position) (point)) target-character)
    (forward-char)))

(defun codes-at-target ()
  "The codes of the diagnostics that begin at the finding looked at."
  (to-target)
  (mapcar #'code (seq-filter (lambda (found) (= (flymake-diagnostic-beg found) (point))) (diagnostics))))

(defun current-line ()
  "The text of the line at point."
  (buffer-substring-no-properties (line-beginning-position) (line-end-position)))

(defun lens-titles ()
  "The titles of the code lenses, which eglot has no command to show."
  (mapcar (lambda (lens) (plist-get (plist-get lens :command) :title))
          (jsonrpc-request (eglot-current-server) :textDocument/codeLens
                           (list :textDocument (eglot--TextDocumentIdentifier)) :timeout 60)))

(find-file (getenv "DOCUMENT"))
(set-window-buffer nil (current-buffer))
(run-hooks 'post-command-hook)

(step "lenses"
      (wait-for "diagnostics" 120 #'diagnostics)
      (wait-for "a lens" 60
                (lambda () (let ((titles (lens-titles)))
                             (and titles (vconcat titles))))))

(step "diagnostics"
      (vconcat (mapcar (lambda (found)
                         (list (cons 'place (vconcat (line-and-character (flymake-diagnostic-beg found))
                                                     (line-and-character (flymake-diagnostic-end found))))
                               (cons 'code (code found))))
                       (diagnostics))))

(step "hover"
      (to-target)
      (let (text)
        (eglot-hover-eldoc-function (lambda (shown &rest _) (setq text shown)))
        (substring-no-properties (wait-for "the hover text" 20 (lambda () text)))))

(defun undecided-p ()
  "The codes at the target once it is no missed one any more."
  (let ((codes (codes-at-target)))
    (and (not (member "missed" codes)) (vconcat codes))))

(step "action"
      (to-target)
      (let ((last-nonmenu-event ?\r) titles)
        (cl-letf (((symbol-function 'completing-read)
                   (lambda (_prompt items &rest _)
                     (setq titles (mapcar #'car items))
                     (seq-find (lambda (title) (string-prefix-p (getenv "ACTION") title)) titles))))
          (eglot-code-actions (point) (point) nil t))
        (let ((codes (wait-for "the decided place's marks" 60 #'undecided-p)))
          (list (cons 'titles (vconcat titles)) (cons 'line (current-line)) (cons 'codes codes)))))

(step "keys"
      (call-interactively (key-binding (kbd "C-c m U")))
      (wait-for "the place as it was" 60 (lambda () (member "missed" (codes-at-target))))
      (to-target)
      (call-interactively (key-binding (kbd "C-c m D")))
      (let ((codes (wait-for "the place without a mark" 60 #'undecided-p)) (line (current-line)))
        (goto-char (point-min))
        (call-interactively (key-binding (kbd "C-c m N")))
        (list (cons 'codes codes) (cons 'line line) (cons 'next (point)))))

(let ((coding-system-for-write 'utf-8))
  (write-region (json-encode report) nil (getenv "REPORT")))
(set-buffer-modified-p nil)
(eglot-shutdown (eglot-current-server))

;;; emacs.el ends here
